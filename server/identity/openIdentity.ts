import { join } from "node:path";
import { applicationDefault, type Credential, deleteApp, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import { measuredCalls } from "../metrics/counted.ts";
import {
  EMULATOR_API_KEY,
  type EmulatorLog,
  type EmulatorMail,
  startEmulator,
} from "./emulator.ts";
import { callResult, limitedAgent } from "./firebaseErrors.ts";
import {
  type AnswerBrowser,
  CredentialRefusedError,
  type IdentityService,
  IdentityUnavailableError,
} from "./identity.ts";
import { type AdminAuth, identityOver } from "./identityOver.ts";
import { PublicCalls } from "./verifiedTokens.ts";

/**
 * Half the time in which a sign-in must report that the service is unavailable
 * (docs/product/sign-in.md#identity-service-away).
 */
const TIME_LIMIT_MS = 5_000;

export function emulatorCalls(emulatorUrl: string, limitMs = TIME_LIMIT_MS): AnswerBrowser {
  return async ({ method, path, query, headers, body }) => {
    const response = await fetch(`${emulatorUrl}${path}?${query}`, {
      method,
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(limitMs),
      ...(body ? { body } : {}),
    });
    return {
      status: response.status,
      contentType: response.headers.get("content-type") ?? "application/json",
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
}

interface FirebaseOptions {
  projectId: string;
  apiKey: string;
  emulatorUrl?: string | null;
  now?: () => Date;
}

let opened = 0;

/** firebase-admin reads the emulator's address from the environment: one per process. */
export function firebaseIdentity(options: FirebaseOptions): IdentityService {
  const { projectId, emulatorUrl = null } = options;
  if (emulatorUrl) {
    process.env.FIREBASE_AUTH_EMULATOR_HOST = new URL(emulatorUrl).host;
  } else if (process.env.FIREBASE_AUTH_EMULATOR_HOST) {
    // firebase-admin would accept unsigned tokens for the real project.
    throw new Error("FIREBASE_AUTH_EMULATOR_HOST is set for a real project");
  }
  opened += 1;
  const httpAgent = limitedAgent({ secure: !emulatorUrl });
  // Without the agent, which is for https only: Google's metadata server uses http.
  const credential = emulatorUrl ? undefined : applicationDefault();
  const app = initializeApp(
    { projectId, httpAgent, ...(credential ? { credential } : {}) },
    `knowledge-insight-${opened}`,
  );
  const auth: AdminAuth = getAuth(app);
  return identityOver(measuredCalls(auth, callResult), {
    publicCalls: measuredCalls(new PublicCalls(options.apiKey, emulatorUrl), callResult),
    checkServiceAccount: credential && (() => tryServiceAccount({ credential, projectId })),
    answerBrowser: emulatorUrl ? emulatorCalls(emulatorUrl) : null,
    hasProviders: !emulatorUrl,
    now: options.now,
    close: async () => {
      await deleteApp(app);
      httpAgent.destroy();
    },
  });
}

const NOT_ARRIVED = /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOST|NET)/;
/** Shorter than a readiness probe waits. */
const LIMIT_MS = 2_000;
/** The call asks for an account that no project has, so a bad request is a bad project or role. */
const REFUSALS = [400, 401, 403, 404];
const NO_ACCOUNT = { localId: ["readiness-probe"] };
const GOOGLE = "https://identitytoolkit.googleapis.com";

interface Tried {
  credential: Pick<Credential, "getAccessToken">;
  projectId: string;
  base?: string;
}

/**
 * Tries the service account: the library keeps an access token for an hour, so the account is asked
 * for something with it. Throws CredentialRefusedError without a usable account,
 * IdentityUnavailableError if Google does not answer.
 */
export async function tryServiceAccount({
  credential,
  projectId,
  base = GOOGLE,
}: Tried): Promise<void> {
  const token = await accessToken(credential);
  const { status } = await lookUp(`${base}/v1/projects/${projectId}/accounts:lookup`, token);
  if (REFUSALS.includes(status)) {
    throw refused(`the identity service answers its calls with ${status}`);
  }
  if (status >= 500) throw new IdentityUnavailableError(`the identity service answers ${status}`);
}

async function lookUp(url: string, token: string): Promise<Response> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(NO_ACCOUNT),
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    await response.body?.cancel();
    return response;
  } catch (error) {
    throw new IdentityUnavailableError("the identity service did not answer", { cause: error });
  }
}

async function accessToken(credential: Tried["credential"]): Promise<string> {
  try {
    return (await credential.getAccessToken()).access_token;
  } catch (error) {
    const { code, status, message } = Object(error);
    const isAway = NOT_ARRIVED.test(String(code)) || status >= 500 || status === 429;
    const reason = String(message).split("\n", 1)[0] ?? "";
    throw isAway
      ? new IdentityUnavailableError(`Google gave no access token: ${reason}`)
      : refused(reason);
  }
}

function refused(reason: string): CredentialRefusedError {
  return new CredentialRefusedError(`GOOGLE_APPLICATION_CREDENTIALS: ${reason}`);
}

export type IdentityTarget =
  | { kind: "emulator"; projectId: string; port: number | null }
  | {
      kind: "firebase";
      projectId: string;
      apiKey: string;
      authDomain?: string;
      credentialsFile?: string;
    };

export type OpenIdentity = (
  target: IdentityTarget,
  surroundings: { dataDir: string; log: EmulatorLog; onMail: (mail: EmulatorMail) => void },
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
