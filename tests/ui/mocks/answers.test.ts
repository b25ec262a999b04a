import { expect, it } from "vitest";
import type { z } from "zod";
import {
  contract,
  contractCheckResult,
  contractLimits,
  contractSummary,
  ownContract,
} from "../../../domain/contracts.ts";
import { dictionary, dictionaryLock, ownDictionaryLock } from "../../../domain/dictionaries.ts";
import { organization } from "../../../domain/organizations.ts";
import { pageOf } from "../../../domain/paging.ts";
import { usageSeries } from "../../../domain/usage.ts";
import { currentUser, user, userProfile } from "../../../domain/users.ts";
import { workspace, workspaceMembers } from "../../../domain/workspaces.ts";
import { adminRoutes, staffRoutes } from "../../../mocks/handlers.ts";
import { type Asked, mockedApi } from "./mockedApi.ts";

const api = mockedApi();

interface Row extends Asked {
  /** The path with an id in it. */
  path?: string;
  status?: number;
  /** What the answer is; none where there is no body. */
  schema?: z.ZodType;
}

const period = { startDate: "2030-04-01", endDate: "2031-03-31" };
const terms = { adminName: "新任 花", maxTranscriptCount: 10, maxTranscriptMinutes: null };
const newContract = { ...period, ...terms };
const ifMatch = { "if-match": '"1"' };
const lock = "/dictionaries/7/lock";

/** The first contract that nobody has used yet, in the demo data of any day. */
const UPCOMING = 6;
const TERMINATED = 9;

/** A request for each route of the mock that succeeds, and the schema of what it answers. */
const staffRows: Record<string, Row> = {
  "delete /sessions/others": { status: 204 },
  "get /users/me": { schema: userProfile },
  "patch /users/me": { body: { lastSelectedWorkspaceId: 1 }, schema: userProfile },
  "get /users": { schema: pageOf(user) },
  "post /users": {
    body: { email: "new@example.com", userName: "新任 花", isDictionaryAdmin: true },
    status: 201,
    schema: user,
  },
  "get /users/:id": { path: "/users/demo-staff", schema: user },
  "patch /users/:id": {
    path: "/users/demo-staff",
    body: { isDictionaryAdmin: true },
    headers: ifMatch,
    schema: user,
  },
  "post /users/:id/invitation": { path: "/users/demo-staff/invitation", body: {}, status: 422 },
  "post /users/:id/restore-email": {
    path: "/users/demo-staff/restore-email",
    body: {},
    status: 422,
  },
  "get /contracts/limits": { schema: contractLimits },
  "get /contracts": { schema: pageOf(ownContract.strict()) },
  "get /contracts/:id": { path: "/contracts/1", schema: ownContract.strict() },
  "get /contracts/:id/usage": { path: "/contracts/1/usage?by=day", schema: usageSeries },
  "get /workspaces": { schema: pageOf(workspace) },
  "post /workspaces": { body: { workspaceName: "新規" }, status: 201, schema: workspace },
  "get /workspaces/:id": { path: "/workspaces/1", schema: workspace },
  "patch /workspaces/:id": {
    path: "/workspaces/1",
    body: { workspaceName: "新規" },
    headers: ifMatch,
    schema: workspace,
  },
  "delete /workspaces/:id": { path: "/workspaces/1", headers: ifMatch, schema: workspace },
  "get /workspaces/:id/members": { path: "/workspaces/1/members", schema: workspaceMembers },
  "put /workspaces/:id/members": {
    path: "/workspaces/1/members",
    body: { userIds: ["demo-staff"] },
    headers: ifMatch,
    schema: workspaceMembers,
  },
  "get /dictionaries": { schema: pageOf(dictionary) },
  "post /dictionaries": {
    body: { category: "一般辞書", dictionaryName: "新規" },
    status: 201,
    schema: dictionary,
  },
  "get /dictionaries/:id": { path: "/dictionaries/7", schema: dictionary },
  "patch /dictionaries/:id": {
    path: "/dictionaries/1",
    body: { description: "説明" },
    headers: ifMatch,
    schema: dictionary,
  },
  "delete /dictionaries/:id": { path: "/dictionaries/1", headers: ifMatch, schema: dictionary },
  "get /dictionaries/:id/lock": { path: lock, schema: dictionaryLock },
  "post /dictionaries/:id/lock": {
    path: "/dictionaries/1/lock",
    body: {},
    schema: ownDictionaryLock,
  },
  "put /dictionaries/:id/lock": {
    path: lock,
    body: {},
    headers: { "x-lock-token": "none" },
    status: 423,
  },
  "delete /dictionaries/:id/lock": { path: `${lock}?force=true&reason=確認のため`, status: 204 },
};

const adminRows: Record<string, Row> = {
  "delete /sessions/others": { status: 204 },
  "get /me": { schema: currentUser },
  "get /contracts/summary": { schema: contractSummary },
  "get /contracts": { schema: pageOf(contract) },
  "get /contracts/:id": { path: "/contracts/1", schema: contract },
  "get /contracts/:id/usage": { path: "/contracts/1/usage?by=month", schema: usageSeries },
  "post /contracts/check": {
    body: { ...period, organizationId: 1, adminEmail: "staff@sample.example.com" },
    schema: contractCheckResult,
  },
  "post /contracts": {
    body: { ...newContract, organizationName: "新規", adminEmail: "new@example.com" },
    status: 201,
    schema: contract,
  },
  "patch /contracts/:id": {
    path: "/contracts/1",
    body: { memo: "メモ" },
    headers: ifMatch,
    schema: contract,
  },
  "delete /contracts/:id": { path: `/contracts/${UPCOMING}`, headers: ifMatch, schema: contract },
  "post /contracts/:id/terminate": {
    path: `/contracts/${UPCOMING}/terminate`,
    body: { terminationDate: "2000-01-01", reason: "移転" },
    status: 422,
  },
  "post /contracts/:id/reinstate": {
    path: `/contracts/${TERMINATED}/reinstate`,
    body: {},
    schema: contract,
  },
  "get /organizations": { schema: pageOf(organization) },
  "get /organizations/:id": { path: "/organizations/1", schema: organization },
  "patch /organizations/:id": {
    path: "/organizations/1",
    body: { organizationName: "改名" },
    headers: ifMatch,
    schema: organization,
  },
  "get /users": { schema: pageOf(user) },
  "post /users": {
    body: { email: "new@example.com", userName: "新任 花", isSystemAdmin: true },
    status: 201,
    schema: user,
  },
  "get /users/:id": { path: "/users/demo-sysadmin", schema: user },
  "patch /users/:id": { path: "/users/demo-staff", body: { status: "DISABLED" }, schema: user },
  "post /users/:id/invitation": { path: "/users/demo-admin-6/invitation", body: {}, status: 204 },
  "post /users/:id/restore-email": {
    path: "/users/demo-staff/restore-email",
    body: {},
    status: 422,
  },
};

const routes = [
  ...staffRoutes.map((route) => ({ ...route, area: "staff" as const, rows: staffRows })),
  ...adminRoutes.map((route) => ({ ...route, area: "admin" as const, rows: adminRows })),
].filter(({ path }) => path !== "/events");

it.each(routes)("answers $method $path in the $area area as the schema says", async (route) => {
  const row = route.rows[`${route.method} ${route.path}`];
  expect(row, "a row of this test").toBeDefined();
  const { path = route.path, status = 200, schema, ...asked } = row ?? {};
  const request = { ...asked, method: route.method.toUpperCase() };
  const answer =
    route.area === "staff"
      ? await api.as("demo-orgadmin", path, request)
      : await api.asSystemAdmin(path, request);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  // What the schema does not name it drops, so that anything too much is seen as well.
  if (schema) expect(schema.parse(answer.body)).toEqual(answer.body);
});
