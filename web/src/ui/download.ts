// Gives the user a file.
export function download(name: string, text: string, type = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers fetch it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
