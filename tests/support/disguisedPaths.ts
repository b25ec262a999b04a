/** Spellings of a path that some part of a server could take for it. */
export function disguisedPaths(url: string): string[] {
  const [path = "", ...query] = url.split(/(?=\?)/);
  const upToVersion = /^(\/admin)?\/api\/v1/;
  const forms = [
    path.replace("/admin", "/%61dmin"),
    path.replace("/api", "/%61pi"),
    path.replace("/v1", "/%761"),
    path.replace(/(?<=\/v1\/)[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    path.replace(/(?<=.)\/api|(?<=^\/)/, (part) => `%2F${part.slice(1)}`),
    path.replace(/(?<=.)\/api|(?<=^\/)/, (part) => `%5C${part.slice(1)}`),
    path.replace(/(?<=.)\/api|(?<=^\/)/, (part) => `\\${part.slice(1)}`),
    path.replace("/api", "//api"),
    `/${path}`,
    `/.${path}`,
    path.replace("/api", "/./api"),
    path.replace("/v1", "/%2e/v1"),
    path.replace("/api", "/x/../api"),
    `/app/..${path}`,
    path.replace(upToVersion, (prefix) => prefix.toUpperCase()),
    path.replace("/api", "/Api"),
    `http://localhost${path}`,
    `${path}#`,
    `${path}/`,
  ];
  return [...new Set(forms)].filter((form) => form !== path).map((form) => form + query.join(""));
}
