import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { CADDY, NGINX } from "../../scripts/findProxies.ts";
import { freePort } from "../support/freePort.ts";
import { Running } from "../support/running.ts";

/** The name in the files of deploy/. */
export const CONSOLE_NAME = "console.example.com";

export interface OwnProxy {
  port: number;
  /** Of its own authority, valid for a day. */
  certificate: string;
  /** Its certificate has expired yesterday, and nginx has read it again. */
  expire(): void;
  stop(): Promise<void>;
}

interface Parts {
  directory: string;
  port: number;
  httpPort: number;
  /** The ports of two copies of the server. */
  copies: readonly [number, number];
}

/** The proxy as deploy/ configures it, but with these ports and a certificate of its own. */
export async function proxyBefore(
  kind: "nginx" | "caddy",
  copies: Parts["copies"],
): Promise<OwnProxy> {
  const directory = mkdtempSync(join(tmpdir(), `${kind}-`));
  const [port, httpPort] = [await freePort(), await freePort()];
  certificateIn(directory);
  const start = kind === "nginx" ? startNginx : startCaddy;
  const running = start({ directory, port, httpPort, copies });
  await vi.waitUntil(() => running.hasEnded || isOpen(port), { timeout: 30_000 });
  if (running.hasEnded) throw new Error(`${kind} has ended: ${running.stderr}`);
  return {
    port,
    certificate: join(directory, "cert.pem"),
    expire: () => {
      const [key, certificate] = [join(directory, "key.pem"), join(directory, "cert.pem")];
      const signed = ["-signkey", key, "-days", "-1", "-out", certificate];
      execFileSync("openssl", ["x509", "-in", certificate, ...signed], { stdio: "ignore" });
      running.signal("SIGHUP");
    },
    stop: async () => {
      await running.remove();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function certificateIn(directory: string): void {
  const files = ["-keyout", join(directory, "key.pem"), "-out", join(directory, "cert.pem")];
  const name = ["-subj", `/CN=${CONSOLE_NAME}`, "-addext", `subjectAltName=DNS:${CONSOLE_NAME}`];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...files, ...name, "-days", "1"],
    {
      stdio: "ignore",
    },
  );
}

/** Replaces each of the texts, and fails for one that is not there. */
export function replaced(text: string, pairs: readonly [from: string, to: string][]): string {
  return pairs.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`no ${from} in the configuration`);
    return before.replaceAll(from, to);
  }, text);
}

function startNginx({ directory, port, httpPort, copies }: Parts): Running {
  const site = replaced(readFileSync("deploy/nginx/knowledge-insight.conf", "utf8"), [
    ["127.0.0.1:3000", `127.0.0.1:${copies[0]}`],
    ["127.0.0.1:3001", `127.0.0.1:${copies[1]}`],
    ["access_log /var/log/nginx/knowledge-insight.log without_query;", ""],
    ["listen [::]:80;", ""],
    ["listen [::]:443 ssl http2;", ""],
    ["listen 80;", `listen 127.0.0.1:${httpPort};`],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`],
    ["/etc/ssl/certs/console.example.com.pem", join(directory, "cert.pem")],
    ["/etc/ssl/private/console.example.com.key", join(directory, "key.pem")],
  ]);
  writeFileSync(join(directory, "site.conf"), site);
  const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(directory, name)};`,
  );
  const main = join(directory, "nginx.conf");
  writeFileSync(
    main,
    `daemon off; pid ${join(directory, "pid")}; error_log stderr; events {}
     http { access_log off; ${own.join(" ")} include ${join(directory, "site.conf")}; }`,
  );
  return new Running(NGINX, ["-c", main, "-e", "stderr"], {});
}

function startCaddy({ directory, port, httpPort, copies }: Parts): Running {
  const certificate = `tls ${join(directory, "cert.pem")} ${join(directory, "key.pem")}`;
  const site = replaced(readFileSync("deploy/caddy/Caddyfile", "utf8"), [
    ["127.0.0.1:3000", `127.0.0.1:${copies[0]}`],
    ["127.0.0.1:3001", `127.0.0.1:${copies[1]}`],
    [`\n${CONSOLE_NAME} {`, `\nhttps://${CONSOLE_NAME}:${port} {\n${certificate}`],
  ]);
  const file = join(directory, "Caddyfile");
  writeFileSync(
    file,
    `{\nadmin off\nhttp_port ${httpPort}\nauto_https disable_redirects\n}\n${site}`,
  );
  mkdirSync(join(directory, "home"));
  const home = { HOME: join(directory, "home"), XDG_DATA_HOME: join(directory, "home") };
  return new Running(CADDY, ["run", "--config", file, "--adapter", "caddyfile"], home);
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
