import { HttpResponse, http } from "msw";
import type { setupServer } from "msw/node";
import type { User, UserProfile } from "../../../domain/users.ts";
import { NO_PROFILE } from "../../../src/providers/userProfile.ts";
import { aUser } from "../../support/records.ts";

const api = "/api/v1";
const NO_LIMITS = {
  remainingCount: 0,
  remainingMinutes: 0,
  unlimitedCount: false,
  unlimitedMinutes: false,
};

/** Who is signed in to the staff area unless a test says otherwise. */
export const admin = {
  ...NO_PROFILE,
  userId: "admin",
  userName: "組織 管理",
  email: "orgadmin@example.com",
  organizationId: 1,
  isOrganizationAdmin: true,
} satisfies UserProfile;

/** The staff API of an organization with some members; answers what was sent to write. */
export function memberApi(
  server: ReturnType<typeof setupServer>,
  members: readonly User[],
  profile: UserProfile = admin,
) {
  const users = new Map(members.map((user) => [user.userId, user]));
  const sent: { method: string; path: string; ifMatch: string | null; body: unknown }[] = [];
  const queries: Record<string, string>[] = [];
  const received = async (request: Request) => {
    const text = await request.text();
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    const path = new URL(request.url).pathname.replace(api, "");
    sent.push({ method: request.method, path, ifMatch: request.headers.get("if-match"), body });
    return Object(body);
  };
  server.use(
    http.get(`${api}/users/me`, () => HttpResponse.json(profile)),
    http.get(`${api}/contracts/limits`, () => HttpResponse.json(NO_LIMITS)),
    http.get(`${api}/users`, ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams));
      return HttpResponse.json({ content: [...users.values()], totalElements: users.size });
    }),
    http.get(`${api}/users/:id`, ({ params }) => HttpResponse.json(users.get(String(params.id)))),
    http.patch(`${api}/users/:id`, async ({ request, params }) => {
      const before = users.get(String(params.id)) ?? aUser();
      const after = { ...before, ...(await received(request)), version: before.version + 1 };
      users.set(after.userId, after);
      return HttpResponse.json(after);
    }),
    http.post(`${api}/users`, async ({ request }) =>
      HttpResponse.json(
        { ...aUser({ userId: "new", status: "INVITED" }), ...(await received(request)) },
        { status: 201 },
      ),
    ),
    http.post(`${api}/users/:id/invitation`, async ({ request }) => {
      await received(request);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { sent, queries };
}
