import { memberImportEndpoints, userImportEndpoints } from "../../../domain/api/userImports.ts";
import type { AreaRoutes, Deps } from "../../context.ts";
import { type Call, implement, type SharedHandlers } from "../../implement.ts";
import { disconnectSignal } from "../../plugins/uploads.ts";
import { readUserImport, userImports } from "./queries.ts";
import { checkUserImport } from "./service/checkImport.ts";
import { commitUserImport } from "./service/commitImport.ts";
import type { Importer } from "./service/planImport.ts";
import { revertUserImport } from "./service/revertImport.ts";

/** Imports of system admins, into any organization. */
export const userImportRoutes: AreaRoutes = (app, deps) =>
  implement(
    app,
    userImportEndpoints,
    handlersOf(deps, ({ user }) => ({ organizationId: null, actorId: user.userId })),
  );

/** Imports of organization admins, into their own organization. */
export const memberImportRoutes: AreaRoutes = (app, deps) =>
  implement(
    app,
    memberImportEndpoints,
    handlersOf(deps, ({ member: { organizationId, userId } }) => ({
      organizationId,
      actorId: userId,
    })),
  );

type Caller = Pick<Call<unknown>, "user" | "member">;

function handlersOf(
  deps: Deps,
  importerOf: (call: Caller) => Importer,
): SharedHandlers<typeof userImportEndpoints> {
  return {
    "GET /user-imports": (call) => {
      const { organizationId } = importerOf(call);
      return userImports.list(deps, { organizationId }, call.query);
    },
    "POST /user-imports/check": (call) =>
      checkUserImport(deps, importerOf(call), call.body.file, disconnectSignal(call.reply)),
    "POST /user-imports": (call) => {
      const { transact, body, reply } = call;
      const signal = disconnectSignal(reply);
      return commitUserImport({ ...deps, transact }, importerOf(call), body, signal);
    },
    "GET /user-imports/{id}": (call) => {
      const { organizationId } = importerOf(call);
      return readUserImport(deps, { organizationId, importId: call.params.id });
    },
    "POST /user-imports/{id}/revert": (call) =>
      revertUserImport({ ...deps, transact: call.transact }, importerOf(call), call.params.id),
  };
}
