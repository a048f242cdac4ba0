// Which screen an address means. All but the first one are fetched when they are wanted.
import type { Component } from "svelte";
import type { Route } from "../route";
import Home from "./Home.svelte";
import NotFound from "./NotFound.svelte";

type Screen = Component<{ route: Route }>;

const kScreens: Readonly<Record<string, () => Promise<{ default: Screen }>>> = {
  play: () => import("./Play.svelte"),
  table: () => import("./Table.svelte"),
  online: () => import("./Online.svelte"),
  position: () => import("./Explore.svelte"),
  games: () => import("./Games.svelte"),
  replay: () => import("./Replay.svelte"),
  lab: () => import("./Lab.svelte"),
  documents: () => import("./Documents.svelte"),
  puzzle: () => import("./Puzzle.svelte"),
  review: () => import("./Review.svelte"),
  rules: () => import("./Rules.svelte"),
  settings: () => import("./Settings.svelte"),
};

export async function screenFor(name: string): Promise<Screen> {
  if (name === "") return Home;
  const load = kScreens[name];
  return load ? (await load()).default : NotFound;
}
