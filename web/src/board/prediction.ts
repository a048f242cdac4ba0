// What a move will have done to the cells, as far as its steps tell: shown until the library says what it has done.
import type { Cell, Look, Piece, Step } from "../library/protocol";

function ownPiece(cell: Cell | undefined, hand: Look): Piece | undefined {
  return cell?.pieces?.find((piece) => piece.owner === hand.owner);
}

// A cell that has but the look.
function withLook({ number, label, spoken, column, row }: Cell, look: Look): Cell {
  const { owner, shape, mark, tint } = look;
  return {
    ...{ number, label, spoken, column, row, shape },
    ...(owner && { owner }),
    ...(mark && { mark }),
    ...(tint && { tint }),
  };
}

// `hand` is what the player puts on the board.
export function predicted(cells: readonly Cell[], steps: readonly Step[], hand: Look): Cell[] {
  const from = steps.find((step) => step.deed === "from");
  const moved = ownPiece(
    cells.find((cell) => cell.number === from?.cell),
    hand,
  );
  return cells.map((cell) => {
    switch (steps.find((step) => step.cell === cell.number)?.deed) {
      case "put":
        return withLook(cell, hand);
      case "take":
        return withLook(cell, { shape: "space" });
      case "from":
        return { ...cell, pieces: (cell.pieces ?? []).filter((piece) => piece !== moved) };
      case "to":
        return moved ? { ...cell, pieces: [...(cell.pieces ?? []), moved] } : cell;
      case undefined:
        return cell;
    }
  });
}
