import { type HttpHandler, HttpResponse, http } from "msw";
import { demoAccounts } from "../demo/accounts.ts";
import type { AppConfig } from "../src/providers/appConfig.ts";
import { adminArea, areaHandlers, type Route, staffArea } from "./area.ts";
import { notFound } from "./problem.ts";
import { contractReads, ownContractReads } from "./routes/contractReads.ts";
import { contractWrites } from "./routes/contractWrites.ts";
import { dictionaryRoutes } from "./routes/dictionaries.ts";
import { allEvents, ownEvents } from "./routes/events.ts";
import { identityHandlers } from "./routes/identity.ts";
import { lockRoutes } from "./routes/locks.ts";
import { currentUserRoutes, profileRoutes } from "./routes/me.ts";
import { organizationRoutes } from "./routes/organizations.ts";
import { sessionHandlers } from "./routes/session.ts";
import { memberRoutes, userRoutes } from "./routes/users.ts";
import { workspaceRoutes } from "./routes/workspaces.ts";
import type { World } from "./world.ts";

/** How long the mocked API takes to answer (spec 7). */
export const DELAY_MS = 500;

/** The first route that fits answers, so what has a name comes before what has an id. */
export const staffRoutes: readonly Route[] = [
  ...profileRoutes,
  ...memberRoutes,
  ...ownContractReads,
  ...workspaceRoutes,
  ...dictionaryRoutes,
  ...lockRoutes,
  ...ownEvents,
];

export const adminRoutes: readonly Route[] = [
  ...currentUserRoutes,
  ...contractReads,
  ...contractWrites,
  ...organizationRoutes,
  ...userRoutes,
  ...allEvents,
];

/** Everything that the console asks a server for. */
export function handlers(world: World, delayMs = DELAY_MS): HttpHandler[] {
  return [
    http.get("/config.json", () => HttpResponse.json(config)),
    ...identityHandlers(world),
    ...sessionHandlers(world),
    ...areaHandlers(staffArea, staffRoutes, world, delayMs),
    ...areaHandlers(adminArea, adminRoutes, world, delayMs),
    http.all(/\/api\/v1\//, ({ request }) => {
      console.warn(`Mock mode has no answer for ${request.method} ${request.url}`);
      return notFound().answer();
    }),
  ];
}

/** The key is one of its own, so that a sign-in to the Auth Emulator is not taken for one here. */
const config: AppConfig = {
  apiKey: "mock",
  authDomain: "localhost",
  projectId: "demo-mock",
  emulator: true,
  googleSignIn: false,
  demoAccounts: demoAccounts.map(({ email, label }) => ({ email, label })),
};
