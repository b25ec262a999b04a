import { delay, type HttpHandler, http } from "msw";
import { type Action, can } from "../domain/access.ts";
import { Call } from "./call.ts";
import { forbidden, MockProblem, unauthenticated } from "./problem.ts";
import type { UserRow } from "./tables.ts";
import { uidOf } from "./token.ts";
import { keep, type World } from "./world.ts";

/** A route of the mocked API: as the server's, it says who may call it. */
export interface Route {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** Below the area's base path. */
  path: string;
  access: Action;
  answer: (call: Call) => Response | Promise<Response>;
}

/** One area of the API: where it is, and who a request is from, if that is known. */
export interface Area {
  base: "/api/v1" | "/admin/api/v1";
  userId: (request: Request, world: World) => string | null | undefined;
}

export const staffArea: Area = {
  base: "/api/v1",
  userId: ({ headers }) => uidOf(headers.get("authorization")?.replace("Bearer ", "") ?? ""),
};

export const adminArea: Area = {
  base: "/admin/api/v1",
  userId: (_, world) => world.tables.adminSession,
};

/** Answers the routes of an area, each after a while (spec 7). What they write is kept. */
export function areaHandlers(
  { base, userId }: Area,
  routes: readonly Route[],
  world: World,
  delayMs: number,
): HttpHandler[] {
  return routes.map(({ method, path, access, answer }) =>
    http[method](base + path, async ({ request, params }) => {
      await delay(delayMs);
      try {
        const user = signedIn(world, userId(request, world));
        if (!can(user, access)) throw forbidden();
        return await answer(new Call({ world, user, request, params }));
      } catch (error) {
        if (error instanceof MockProblem) return error.answer();
        throw error;
      } finally {
        keep(world);
      }
    }),
  );
}

function signedIn({ tables }: World, id: string | null | undefined): UserRow {
  const user = tables.users.find(({ userId }) => userId === id);
  if (!user) throw unauthenticated();
  if (user.status === "DISABLED") throw unauthenticated("ACCOUNT_DISABLED");
  return user;
}
