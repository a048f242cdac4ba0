// How the page calls the kinds of player, and whoever sits at a table.
import type { TableState } from "../library/protocol";
import { words } from "./lang.svelte";
import { called } from "./said";

export function playerName(who: string): string {
  const { players } = words();
  const [kind, level] = who.split(":", 2);
  if (kind === "level" && level) return players.level(level);
  if (who === "human" || who === "random" || who === "perfect") return players[who];
  return who;
}

export function namesAt({ names }: TableState): [string, string] {
  return [called(names[0]), called(names[1])];
}
