// How the page calls the kinds of player.
import { words } from "./lang.svelte";

export function playerName(who: string): string {
  const { players } = words();
  const [kind, level] = who.split(":", 2);
  if (kind === "level" && level) return players.level(level);
  if (who === "human" || who === "random" || who === "perfect") return players[who];
  return who;
}
