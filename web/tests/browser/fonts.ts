// Which fonts the text of a page is drawn in.
import type { CDPSession, Page } from "playwright-core";

type DomNode = Awaited<ReturnType<typeof documentOf>>["root"];

const documentOf = (session: CDPSession) => session.send("DOM.getDocument", { depth: -1 });

const kElement = 1;
const kText = 3;

// Elements with text of their own, and pseudo-elements.
function textNodes(node: DomNode): number[] {
  const children = node.children ?? [];
  const hasText =
    node.nodeType === kElement &&
    (node.pseudoType !== undefined || children.some(({ nodeType }) => nodeType === kText));
  return [
    ...(hasText ? [node.nodeId] : []),
    ...[...children, ...(node.pseudoElements ?? [])].flatMap(textNodes),
  ];
}

// Glyphs that come from a font of the system, by its name.
export async function foreignFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await documentOf(session);
  const used = await Promise.all(
    textNodes(root).map((nodeId) => session.send("CSS.getPlatformFontsForNode", { nodeId })),
  );
  await session.detach();
  return used
    .flatMap(({ fonts }) => fonts)
    .filter(({ isCustomFont }) => !isCustomFont)
    .map(({ familyName, glyphCount }) => `${glyphCount} glyphs of ${familyName}`);
}
