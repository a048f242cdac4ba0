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

// The library calls a program what it is called in a terminal, with its color behind it.
export function namesAt({ names, sitters, players }: TableState): [string, string] {
  const named = (seat: 0 | 1) => {
    const name = names[seat];
    const who = players[seat];
    const isPlain = sitters[seat] === "program" && name.startsWith(who);
    return called(isPlain ? playerName(who) + name.slice(who.length) : name);
  };
  return [named(0), named(1)];
}
