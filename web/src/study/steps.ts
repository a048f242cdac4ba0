// The move that a key leads to; nothing if it leads nowhere.
export function stepFor(key: string, ply: number, last: number): number | undefined {
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, ply - 1);
    case "ArrowRight":
      return Math.min(last, ply + 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}
