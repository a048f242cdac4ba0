// What makes single games handsome beyond what their scenes say. A skin is a file named after its game; a game without
// one is drawn all the same.

export interface Skin {
  // On the board, for the style sheet of the skin.
  className: string;
  // What the picture of a game on the front page shows: these moves of its example.
  showcase?: number;
}

const kPlain: Skin = { className: "" };

const skins = new Map(
  Object.entries(import.meta.glob<Skin>("./*.skin.ts", { eager: true, import: "default" })).map(
    ([file, skin]) => [file.slice("./".length, -".skin.ts".length), skin],
  ),
);

export function skinOf(game: string): Skin {
  return skins.get(game) ?? kPlain;
}
