// What a person hears who does not see the board: what was just done, and how the game stands.
import { words } from "../lang/lang.svelte";
import { said } from "../lang/said";
import type { News, TableState } from "../library/protocol";

function told(news: News, names: readonly string[]): string {
  const { table } = words();
  switch (news.event) {
    case "moved": {
      const name = names[news.seat - 1] ?? "";
      return news.move === undefined ? table.playsHidden(name) : table.plays(name, news.move);
    }
    case "swapped":
      return `${names[2 - news.by] ?? ""} ${table.changedSeats}.`;
    case "new_round":
      return `${table.newRound}.`;
    case "took_back":
      return `${table.tookBack(news.moves)}.`;
    case "revealed":
      return `${table.revealed}.`;
    case "started":
    case "offered":
    case "declined":
    case "ended":
      return "";
  }
}

export function announcement(
  state: Pick<TableState, "view" | "result">,
  names: readonly string[],
  news: readonly News[],
): string {
  const happened = news.map((each) => told(each, names)).filter((text) => text !== "");
  const standing = said(state.view.scene.sentence).replaceAll("\n", " ");
  const mover = state.view.to_move ? (names[state.view.to_move - 1] ?? "") : "";
  const next = mover === "" ? said(state.result?.closing ?? "") : `${words().table.turnOf(mover)}.`;
  return [...happened, standing, next].join(" ").trim();
}
