import { EMULATOR_API_KEY } from "../server/identity/emulator.ts";
import { firebaseIdentity, openIdentity } from "../server/identity/openIdentity.ts";
import { runServer } from "../server/start/runServer.ts";

const { WEB_ADDRESS: openAt, DEV_EMULATOR_URL: emulatorUrl } = process.env;

process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));

await runServer(process.env, {
  openAt,
  openIdentity: async (target, surroundings) =>
    target.kind === "emulator" && emulatorUrl
      ? firebaseIdentity({ projectId: target.projectId, apiKey: EMULATOR_API_KEY, emulatorUrl })
      : openIdentity(target, surroundings),
});
