// The key that was pressed for the whole page; nothing where it belongs to whatever has the focus, or to the browser.
export function plainKey(event: KeyboardEvent): string {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return "";
  const { target } = event;
  const isTaken =
    target instanceof Element && target.closest("input, select, textarea, dialog") !== null;
  return isTaken ? "" : event.key;
}

// Does what belongs to the key, if anything does.
export function pressKey(event: KeyboardEvent, deeds: Readonly<Record<string, () => void>>): void {
  const deed = deeds[plainKey(event)];
  if (!deed) return;
  event.preventDefault();
  deed();
}
