/** Full page loads: the only way to another area and to the sign-in page. */
export const pageLoad = {
  assign: (url: string) => window.location.assign(url),
  replace: (url: string) => window.location.replace(url),
  again: () => window.location.reload(),
  reload: () => window.location.reload(),
};
