/** Whether `pg` can connect to it. */
export const databaseUrl = (value: string) => {
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { hostname, searchParams, username, password, pathname } = new URL(value);
  try {
    // pg decodes these too, but not before it connects.
    for (const part of [username, password, pathname]) decodeURIComponent(part);
  } catch {
    return false;
  }
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
  try {
    for (const part of [username, password]) decodeURIComponent(part);
  } catch {
    return false;
  }
  // Parameters would be options of the library.
  return hostname !== "" && /^\/?$/.test(pathname) && search === "" && hash === "";
};
