import { type HttpHandler, http } from "msw";
import { adminArea } from "../area.ts";
import { noContent } from "../call.ts";
import { forbidden, unauthenticated } from "../problem.ts";
import { uidOf } from "../token.ts";
import { keep, type World } from "../world.ts";

const path = `${adminArea.base}/session`;

/** The admin session: remembered by the tab, since a mock can set no cookie. */
export function sessionHandlers(world: World): HttpHandler[] {
  return [
    http.post(path, async ({ request }) => {
      const body: unknown = await request.json();
      const uid = uidOf(String(Reflect.get(Object(body), "idToken")));
      const user = world.tables.users.find(({ userId }) => userId === uid);
      if (!user) return unauthenticated().answer();
      if (!user.isSystemAdmin) return forbidden().answer();
      world.tables.adminSession = user.userId;
      keep(world);
      return noContent();
    }),
    http.delete(path, () => {
      world.tables.adminSession = null;
      keep(world);
      return noContent();
    }),
  ];
}
