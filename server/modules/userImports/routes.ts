import { memberImportEndpoints, userImportEndpoints } from "../../../domain/api/userImports.ts";
import type { AreaRoutes } from "../../context.ts";
import { type Call, implement } from "../../implement.ts";
import { goneSignal } from "../../plugins/uploads.ts";
import { commitUserImport } from "./service/commitImport.ts";
import type { Importer } from "./service/planImport.ts";
import { prepareUserImport } from "./service/prepareImport.ts";
import {
  exportErrors,
  type ImportTarget,
  listRows,
  listUserImports,
  readUserImport,
} from "./service/readImports.ts";
import { cancelUserImport, revertUserImport } from "./service/revertImport.ts";

/** Imports of system admins, into any organization. */
export const userImportRoutes: AreaRoutes = (app, deps) =>
  implement(app, userImportEndpoints, {
    "GET /user-imports": ({ user, query }) => listUserImports(deps, ofProvider({ user }), query),
    "POST /user-imports": ({ user, body, reply }) =>
      prepareUserImport(deps, ofProvider({ user }), body.file, goneSignal(reply)),
    "GET /user-imports/{id}": (call) => readUserImport(deps, targetOf(call, ofProvider(call))),
    "DELETE /user-imports/{id}": (call) => cancelUserImport(deps, targetOf(call, ofProvider(call))),
    "GET /user-imports/{id}/rows": (call) => {
      const { verdict, ...query } = call.query;
      return listRows(deps, targetOf(call, ofProvider(call)), query, verdict);
    },
    "GET /user-imports/{id}/errors": (call) => exportErrors(deps, targetOf(call, ofProvider(call))),
    "POST /user-imports/{id}/commit": (call) => {
      const { transact, body, reply } = call;
      const target = targetOf(call, ofProvider(call));
      return commitUserImport({ ...deps, transact }, target, body, goneSignal(reply));
    },
    "POST /user-imports/{id}/revert": (call) =>
      revertUserImport({ ...deps, transact: call.transact }, targetOf(call, ofProvider(call))),
  });

/** Imports of organization admins, into their own organization. */
export const memberImportRoutes: AreaRoutes = (app, deps) =>
  implement(app, memberImportEndpoints, {
    "GET /user-imports": (call) => listUserImports(deps, ofMember(call), call.query),
    "POST /user-imports": (call) =>
      prepareUserImport(deps, ofMember(call), call.body.file, goneSignal(call.reply)),
    "GET /user-imports/{id}": (call) => readUserImport(deps, targetOf(call, ofMember(call))),
    "DELETE /user-imports/{id}": (call) => cancelUserImport(deps, targetOf(call, ofMember(call))),
    "GET /user-imports/{id}/rows": (call) => {
      const { verdict, ...query } = call.query;
      return listRows(deps, targetOf(call, ofMember(call)), query, verdict);
    },
    "GET /user-imports/{id}/errors": (call) => exportErrors(deps, targetOf(call, ofMember(call))),
    "POST /user-imports/{id}/commit": (call) => {
      const { transact, body, reply } = call;
      const target = targetOf(call, ofMember(call));
      return commitUserImport({ ...deps, transact }, target, body, goneSignal(reply));
    },
    "POST /user-imports/{id}/revert": (call) =>
      revertUserImport({ ...deps, transact: call.transact }, targetOf(call, ofMember(call))),
  });

type Caller = Call<unknown>;

function ofProvider({ user }: Pick<Caller, "user">): Importer {
  return { organizationId: null, actorId: user.userId };
}

function ofMember({ member }: Pick<Caller, "member">): Importer {
  return { organizationId: member.organizationId, actorId: member.userId };
}

function targetOf({ params }: { params: { id: number } }, importer: Importer): ImportTarget {
  return { ...importer, userImportId: params.id };
}
