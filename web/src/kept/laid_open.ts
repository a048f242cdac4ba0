// What both players see of a position, put together.
import type { Cell, Counter, Piece, Position } from "../library/protocol";

// As the library writes a move that the asker may not know.
const kSecret = "?";

// How many moves from the start are known to both.
export function firstSecret(one: readonly string[], two: readonly string[]): number {
  const index = one.findIndex((move, at) => move === kSecret || two[at] === kSecret);
  return index < 0 ? one.length : index;
}

function isSame(one: Piece, two: Piece): boolean {
  return one.shape === two.shape && one.owner === two.owner && one.mark === two.mark;
}

// A pile that both see is as high as whoever knows more says.
function piecesOf(one: readonly Piece[], two: readonly Piece[]): Piece[] {
  const all = [...one];
  for (const piece of two) {
    const at = all.findIndex((each) => isSame(each, piece));
    const seen = all[at];
    if (!seen) all.push(piece);
    else if ((piece.amount ?? 0) > (seen.amount ?? 0)) all[at] = piece;
  }
  return all.sort((a, b) => (a.owner ?? 0) - (b.owner ?? 0));
}

function cellOf(one: Cell, two: Cell | undefined, names: readonly [string, string]): Cell {
  if (!two || one.spoken === two.spoken) return one;
  const pieces = piecesOf(one.pieces ?? [], two.pieces ?? []);
  const piles = pieces.map(({ owner, amount }) => `${names[(owner ?? 1) - 1]} ${amount ?? 1}`);
  return { ...one, pieces, spoken: [one.label, ...piles].join(", ") };
}

function countersOf(one: readonly Counter[], two: readonly Counter[]): Counter[] {
  const key = ({ seat, label, shape }: Counter) => `${seat ?? 0} ${label} ${shape}`;
  const known = new Set(one.map(key));
  return [...one, ...two.filter((counter) => !known.has(key(counter)))];
}

function movesOf(one: readonly string[], two: readonly string[]): string[] {
  return one.map((move, at) => (move === kSecret ? (two[at] ?? move) : move));
}

// The same position as the first and as the second seat sees it. Nothing is left of either where they see the same.
export function laidOpen(one: Position, two: Position): Position {
  const knowsMore = one.last ? one : two;
  const cells = new Map(two.scene.cells.map((cell) => [cell.number, cell]));
  return {
    ...knowsMore,
    moves: movesOf(one.moves, two.moves),
    scene: {
      ...one.scene,
      cells: one.scene.cells.map((cell) => cellOf(cell, cells.get(cell.number), one.names)),
      counters: countersOf(one.scene.counters, two.scene.counters),
    },
  };
}
