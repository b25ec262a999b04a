import { existsSync } from "node:fs";

/** Where Debian's packages `nginx` and `caddy` install the proxies that deploy/ configures. */
export const NGINX = "/usr/sbin/nginx";
export const CADDY = "/usr/bin/caddy";

export const hasProxies = [NGINX, CADDY].every((path) => existsSync(path));
