/** Whether `pg` can connect to it. */
export const databaseUrl = (value: string) => {
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { hostname, searchParams, username, password, pathname } = new URL(value);
  if (!canDecode(username, password, pathname)) return false;
  return hostname !== "" || searchParams.has("host");
};

/** Whether it is an origin. */
export const publicUrl = (value: string) => {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { origin, href } = new URL(value);
  // Scheme, host and port only: the console always runs at the root.
  return href === `${origin}/`;
};

/** Whether it names an SMTP server, without options of the library. */
export const smtpUrl = (value: string) => {
  if (!/^smtps?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { hostname, username, password, pathname, search, hash } = new URL(value);
  if (!canDecode(username, password)) return false;
  // Parameters would be options of the library.
  return hostname !== "" && /^\/?$/.test(pathname) && search === "" && hash === "";
};

/** Whether pg and nodemailer, which do so when they connect, can decode the parts of a URL. */
function canDecode(...parts: string[]): boolean {
  try {
    // The build removes a call whose value nothing uses.
    return parts.every((part) => typeof decodeURIComponent(part) === "string");
  } catch {
    return false;
  }
}
