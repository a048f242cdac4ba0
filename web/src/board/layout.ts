// Where cells stand on a screen: as the scene has them, or, where a single row is too long, in rows of equal length.
import type { Cell, Scene } from "../library/protocol";

export const kSmallestCell = 46; // pixels; a finger needs about as much

export interface Grid {
  columns: number;
  rows: number;
}

export function gridFor(
  scene: Pick<Scene, "columns" | "rows">,
  width: number,
  smallest = kSmallestCell,
): Grid {
  const { columns, rows } = scene;
  if (rows !== 1 || width === 0) return { columns, rows };
  const fitting = Math.max(1, Math.floor(width / smallest));
  if (columns <= fitting) return { columns, rows };
  const lines = Math.ceil(columns / fitting);
  return { columns: Math.ceil(columns / lines), rows: lines };
}

// Counted from 1, as style sheets do.
export function placeOf(
  cell: Pick<Cell, "column" | "row">,
  grid: Grid,
): { column: number; row: number } {
  return {
    column: (cell.column % grid.columns) + 1,
    row: cell.row + Math.floor(cell.column / grid.columns) + 1,
  };
}

// The cell that an arrow key leads to: the next one there is in that direction.
export function neighbor(
  cells: readonly Cell[],
  from: Cell,
  key: string,
  grid: Grid,
): Cell | undefined {
  const here = cells.findIndex((cell) => cell.number === from.number);
  const at = placeOf(from, grid);
  switch (key) {
    case "ArrowLeft":
      return cells[here - 1];
    case "ArrowRight":
      return cells[here + 1];
    case "ArrowUp":
    case "ArrowDown": {
      const row = at.row + (key === "ArrowUp" ? -1 : 1);
      const there = cells.filter((cell) => placeOf(cell, grid).row === row);
      return there.sort(
        (one, two) =>
          Math.abs(placeOf(one, grid).column - at.column) -
          Math.abs(placeOf(two, grid).column - at.column),
      )[0];
    }
    case "Home":
      return cells[0];
    case "End":
      return cells[cells.length - 1];
    default:
      return undefined;
  }
}
