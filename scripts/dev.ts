import { createServer } from "vite";
import { browserAddress } from "../server/addressLimit.ts";
import { ConfigError, readConfig } from "../server/config.ts";
import { EmulatorStartError, startEmulator } from "../server/identity/emulator.ts";
import { accountsFileIn } from "../server/identity/openIdentity.ts";
import { printMail } from "../server/start/startMessages.ts";
import { Restarting } from "./devRestart.ts";
import { installEmulator } from "./emulatorPackage.mjs";

/** Vite with hot reloading on PORT; behind it the API, which restarts when its sources change. */
const API_PORT = 3001;

try {
  await dev();
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof EmulatorStartError;
  console.error(expected ? error.message : error);
  process.exit(1);
}

async function dev() {
  const config = readConfig(process.env);
  const { host, port, publicUrl, dataDir, identity } = config;
  process.env.API_ORIGIN = `http://127.0.0.1:${API_PORT}`;
  const web = await createServer({ server: { host, port, strictPort: true } });
  await web.listen();
  if (identity.kind === "emulator") await installEmulator();
  const emulator =
    identity.kind === "emulator"
      ? await startEmulator({
          projectId: identity.projectId,
          port: identity.port ?? 0,
          accountsFile: accountsFileIn(dataDir),
          onMail: (mail) => printMail(config, mail),
        })
      : undefined;
  const api = new Restarting("scripts/devApi.ts", {
    ...process.env,
    HOST: "127.0.0.1",
    PORT: String(API_PORT),
    WEB_ADDRESS: browserAddress(host, port),
    PUBLIC_URL: publicUrl,
    ...(emulator ? { DEV_EMULATOR_URL: emulator.url } : {}),
  });
  web.watcher.add(["server", "domain"]);
  web.watcher.on("all", (_, path) => {
    if (/(^|[\\/])(server|domain)[\\/].*\.(ts|sql)$/.test(path)) void api.restart();
  });

  const stop = async () => {
    await Promise.all([api.stop(), web.close()]);
    await emulator?.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, stop);
  await api.restart();
}
