import { memberImportEndpoints, userImportEndpoints } from "../../../domain/api/userImports.ts";
import type { AreaRoutes } from "../../context.ts";
import { type Call, implement } from "../../implement.ts";
import { disconnectSignal } from "../../plugins/uploads.ts";
import { checkUserImport } from "./service/checkImport.ts";
import { commitUserImport } from "./service/commitImport.ts";
import type { Importer } from "./service/planImport.ts";
import { listUserImports, readUserImport } from "./service/readImports.ts";
import { revertUserImport } from "./service/revertImport.ts";

/** Imports of system admins, into any organization. */
export const userImportRoutes: AreaRoutes = (app, deps) =>
  implement(app, userImportEndpoints, {
    "GET /user-imports": (call) => listUserImports(deps, ofProvider(call), call.query),
    "POST /user-imports/check": (call) =>
      checkUserImport(deps, ofProvider(call), call.body.file, disconnectSignal(call.reply)),
    "POST /user-imports": (call) =>
      commitUserImport(
        { ...deps, transact: call.transact },
        ofProvider(call),
        call.body,
        disconnectSignal(call.reply),
      ),
    "GET /user-imports/{id}": (call) =>
      readUserImport(deps, { ...ofProvider(call), userImportId: call.params.id }),
    "POST /user-imports/{id}/revert": (call) =>
      revertUserImport(
        { ...deps, transact: call.transact },
        { ...ofProvider(call), userImportId: call.params.id },
      ),
  });

/** Imports of organization admins, into their own organization. */
export const memberImportRoutes: AreaRoutes = (app, deps) =>
  implement(app, memberImportEndpoints, {
    "GET /user-imports": (call) => listUserImports(deps, ofMember(call), call.query),
    "POST /user-imports/check": (call) =>
      checkUserImport(deps, ofMember(call), call.body.file, disconnectSignal(call.reply)),
    "POST /user-imports": (call) =>
      commitUserImport(
        { ...deps, transact: call.transact },
        ofMember(call),
        call.body,
        disconnectSignal(call.reply),
      ),
    "GET /user-imports/{id}": (call) =>
      readUserImport(deps, { ...ofMember(call), userImportId: call.params.id }),
    "POST /user-imports/{id}/revert": (call) =>
      revertUserImport(
        { ...deps, transact: call.transact },
        { ...ofMember(call), userImportId: call.params.id },
      ),
  });

type Caller = Call<unknown>;

function ofProvider({ user }: Pick<Caller, "user">): Importer {
  return { organizationId: null, actorId: user.userId };
}

function ofMember({ member }: Pick<Caller, "member">): Importer {
  return { organizationId: member.organizationId, actorId: member.userId };
}
