import { HttpResponse, http } from "msw";
import type { setupServer } from "msw/node";
import type { Organization } from "../../../domain/organizations.ts";
import type { User } from "../../../domain/users.ts";

const api = "/admin/api/v1";

export function anOrganization(given: Partial<Organization> = {}): Organization {
  return {
    organizationId: 1,
    organizationNo: "10000001",
    organizationName: "デモ株式会社",
    currentContractId: 7,
    currentContractStatus: "ACTIVE",
    userCount: 4,
    workspaceCount: 2,
    dictionaryCount: 32,
    version: 1,
    createdAt: "2026-03-20T01:00:00.000Z",
    updatedAt: "2026-04-02T00:05:00.000Z",
    ...given,
  };
}

export function aUser(given: Partial<User> = {}): User {
  return {
    userId: "u1",
    organizationId: 1,
    organizationName: "デモ株式会社",
    email: "sato@example.com",
    userName: "佐藤 花子",
    isSystemAdmin: false,
    isOrganizationAdmin: false,
    isDictionaryAdmin: false,
    status: "ACTIVE",
    identityPending: false,
    mailPending: false,
    identityError: null,
    version: 3,
    createdAt: "2026-03-20T01:00:00.000Z",
    updatedAt: "2026-04-02T00:05:00.000Z",
    ...given,
  };
}

interface Records {
  organizations?: readonly Organization[];
  users?: readonly User[];
}

/** An API that holds some organizations and users; answers what was sent to write. */
export function adminApi(server: ReturnType<typeof setupServer>, records: Records) {
  const { organizations = [], users = [] } = records;
  const sent: { path: string; ifMatch: string | null; body: unknown }[] = [];
  const pageOf = (content: readonly unknown[]) =>
    HttpResponse.json({
      content,
      page: 0,
      size: 10,
      sort: "",
      totalElements: content.length,
      totalPages: 1,
    });
  const written =
    (found: object | undefined) =>
    async ({ request }: { request: Request }) => {
      const body: unknown = await request.json();
      const { pathname } = new URL(request.url);
      sent.push({
        path: pathname.replace(api, ""),
        ifMatch: request.headers.get("if-match"),
        body,
      });
      return HttpResponse.json({ ...found, ...Object(body) });
    };
  server.use(
    http.get(`${api}/organizations`, () => pageOf(organizations)),
    http.get(`${api}/users`, () => pageOf(users)),
    http.get(`${api}/organizations/:id`, () => HttpResponse.json({ ...organizations[0] })),
    http.get(`${api}/users/:id`, () => HttpResponse.json({ ...users[0] })),
    http.patch(`${api}/organizations/:id`, written(organizations[0])),
    http.patch(`${api}/users/:id`, written(users[0])),
    http.post(`${api}/users`, written(aUser({ userId: "new", status: "INVITED" }))),
    http.post(`${api}/users/:id/invitation`, () => new HttpResponse(null, { status: 204 })),
  );
  return sent;
}
