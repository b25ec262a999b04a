import { join } from "node:path";
import { type EmulatorLog, type EmulatorMail, startEmulator } from "./emulator.ts";
import { EMULATOR_API_KEY } from "./emulatorKey.ts";
import { firebaseIdentity } from "./firebase.ts";
import type { IdentityService } from "./identity.ts";

export type IdentityTarget =
  | { kind: "emulator"; projectId: string; port: number | null }
  | {
      kind: "firebase";
      projectId: string;
      apiKey: string;
      authDomain?: string;
      credentialsFile?: string;
    };

interface IdentitySurroundings {
  dataDir: string;
  log: EmulatorLog;
  onMail: (mail: EmulatorMail) => void;
}

export type OpenIdentity = (
  target: IdentityTarget,
  surroundings: IdentitySurroundings,
) => Promise<IdentityService>;

export const accountsFileIn = (dataDir: string) => join(dataDir, "auth", "accounts.json");

export const openIdentity: OpenIdentity = async (target, { dataDir, log, onMail }) => {
  const { projectId } = target;
  if (target.kind === "firebase") return firebaseIdentity({ projectId, apiKey: target.apiKey });
  const emulator = await startEmulator({
    projectId,
    port: target.port ?? 0,
    accountsFile: accountsFileIn(dataDir),
    log,
    onMail,
  });
  const identity = firebaseIdentity({
    projectId,
    apiKey: EMULATOR_API_KEY,
    emulatorUrl: emulator.url,
  });
  return {
    ...identity,
    close: async () => {
      await identity.close();
      await emulator.close();
    },
  };
};
