// A day as records (2026.01.31) and names of files (2026-01-31) write it, where the user is.
export function dayText(date: Date, mark: "." | "-"): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join(mark);
}
