export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The URL must exist until the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
