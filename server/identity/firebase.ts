import { applicationDefault, deleteApp, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import { measuredCalls } from "../metrics/measuredCalls.ts";
import { callResult } from "./firebaseErrors.ts";
import type { AnswerBrowser, IdentityService } from "./identity.ts";
import { type AdminAuth, identityOver } from "./identityOver.ts";
import { PublicCalls } from "./publicCalls.ts";
import { tryServiceAccount } from "./serviceAccount.ts";
import { limitedAgent } from "./timeLimits.ts";

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

export interface FirebaseOptions {
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
    now: options.now,
    close: async () => {
      await deleteApp(app);
      httpAgent.destroy();
    },
  });
}
