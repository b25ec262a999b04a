import { z } from "zod";
import type { Action } from "../../domain/access.ts";
import { searchKeys } from "../../domain/searchKey.ts";
import { fieldSentences } from "../../domain/sentences.ts";
import { changesOf, changesRights, officeOf, userFaults } from "../../domain/userEdit.ts";
import { canBeInvited } from "../../domain/userRules.ts";
import {
  memberCreate,
  memberFilters,
  memberUpdate,
  USER_SORTS,
  type UserRole,
  type UserUpdate,
  userCreate,
  userFilters,
  userUpdate,
} from "../../domain/users.ts";
import type { Route } from "../area.ts";
import { answer, type Call, noContent } from "../call.ts";
import { listQuery, matches, pageAnswer } from "../page.ts";
import { refuse, ruleBroken } from "../problem.ts";
import type { UserRow } from "../tables.ts";
import { announce } from "../world.ts";
import { addUser, type Invited, userOf } from "./userRow.ts";

/** How the two areas differ: all users, or the members of the own organization. */
interface Kind {
  read: Action;
  manage: Action;
  among: (call: Call) => readonly UserRow[];
  invited: (call: Call) => Promise<Invited>;
  update: z.ZodType<UserUpdate>;
  list: z.ZodType<z.output<typeof listed>>;
}

const listed = listQuery(USER_SORTS, userFilters);

const lastInOffice = {
  systemAdmin: "LAST_SYSTEM_ADMIN",
  organizationAdmin: "LAST_ORGANIZATION_ADMIN",
} as const;

const holds: Record<UserRole, (user: UserRow) => boolean> = {
  systemAdmin: ({ isSystemAdmin }) => isSystemAdmin,
  organizationAdmin: ({ isOrganizationAdmin }) => isOrganizationAdmin,
  dictionaryAdmin: ({ isDictionaryAdmin }) => isDictionaryAdmin,
  staff: (user) => !(user.isSystemAdmin || user.isOrganizationAdmin || user.isDictionaryAdmin),
};

export const userRoutes = routesFor({
  read: "user.manage",
  manage: "user.manage",
  among: ({ world }) => world.tables.users,
  invited: async (call) => {
    const input = await call.body(userCreate);
    const known = call.world.tables.organizations.some(
      ({ organizationId }) => organizationId === input.organizationId,
    );
    if (input.organizationId && !known) {
      refuse({ organizationId: fieldSentences.organizationUnknown });
    }
    return input;
  },
  update: userUpdate,
  list: listed,
});

export const memberRoutes = routesFor({
  read: "member.read",
  manage: "member.manage",
  among: ({ world, user }) =>
    world.tables.users.filter(({ organizationId }) => organizationId === user.organizationId),
  invited: async (call) => ({
    ...(await call.body(memberCreate)),
    organizationId: call.user.organizationId,
  }),
  update: memberUpdate,
  list: listQuery(USER_SORTS, memberFilters),
});

function routesFor({ read, manage, among, invited, update, list }: Kind): readonly Route[] {
  const rowOf = (call: Call) => call.found(among(call), ({ userId }) => userId);
  return [
    {
      method: "get",
      path: "/users",
      access: read,
      answer: (call) => {
        const query = call.query(list);
        const users = narrowed(among(call), query).map((row) => userOf(call.world, row));
        return pageAnswer(users, query, ({ userId }) => userId, {
          userName: ({ userName, email }) => searchKeys(userName, email),
        });
      },
    },
    {
      method: "post",
      path: "/users",
      access: manage,
      answer: async (call) => answer(userOf(call.world, addUser(call, await invited(call))), 201),
    },
    {
      method: "get",
      path: "/users/:id",
      access: read,
      answer: (call) => answer(userOf(call.world, rowOf(call))),
    },
    {
      method: "patch",
      path: "/users/:id",
      access: manage,
      answer: async (call) => changed(call, rowOf(call), await call.body(update)),
    },
    {
      method: "post",
      path: "/users/:id/invitation",
      access: manage,
      answer: async (call) => {
        await call.body(z.strictObject({}));
        if (!canBeInvited(userOf(call.world, rowOf(call)))) throw ruleBroken("NOT_INVITED");
        return noContent();
      },
    },
    {
      // Nobody's address can have been changed elsewhere.
      method: "post",
      path: "/users/:id/restore-email",
      access: manage,
      answer: async (call) => {
        await call.body(z.strictObject({}));
        rowOf(call);
        throw ruleBroken("EMAIL_NOT_CHANGED");
      },
    },
  ];
}

function narrowed(users: readonly UserRow[], wanted: z.output<typeof listed>): UserRow[] {
  const { q, organizationId, role, status } = wanted;
  return users.filter(
    (user) =>
      matches(q, user.userName, user.email) &&
      (organizationId === undefined || user.organizationId === organizationId) &&
      (role === undefined || holds[role](user)) &&
      (status === undefined || user.status === status),
  );
}

function changed(call: Call, row: UserRow, update: UserUpdate): Response {
  const current = userOf(call.world, row);
  call.refuseStale(current);
  const changes = changesOf(current, update);
  if (Object.keys(changes).length === 0) return answer(current);
  if (row.userId === call.user.userId && changesRights(changes)) throw ruleBroken("OWN_FLAGS");
  refuse(userFaults(current, changes));
  const next: UserRow = Object.assign({}, row, changes);
  refuseLast(call, row, next);
  Object.assign(row, changes, { version: row.version + 1, updatedAt: call.at });
  announce(call.world, "users", { ...row, id: row.userId }, "updated");
  return answer(userOf(call.world, row));
}

/** An office must not lose its last holder, in the organization or in the whole system. */
function refuseLast({ world }: Call, row: UserRow, next: UserRow): void {
  const office = officeOf(row);
  if (!office || officeOf(next) === office) return;
  const others = world.tables.users.filter(
    ({ userId, organizationId }) => userId !== row.userId && organizationId === row.organizationId,
  );
  if (!others.some((other) => officeOf(other) === office)) throw ruleBroken(lastInOffice[office]);
}
