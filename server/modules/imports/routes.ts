import { importEndpoints } from "../../../domain/api/imports.ts";
import type { AreaRoutes } from "../../context.ts";
import { type Call, implement } from "../../implement.ts";
import { disconnectSignal } from "../../plugins/uploads.ts";
import { writeOf } from "../locks/service/writeGuard.ts";
import type { ImportKey } from "./queries/imports.ts";
import {
  cancelImport,
  commitImport,
  type ImportWrite,
  revertImport,
} from "./service/commitImport.ts";
import { prepareImport } from "./service/prepareImport.ts";
import { exportErrors, listImports, listRows, readImport } from "./service/readImports.ts";

export const importRoutes: AreaRoutes = (app, deps) =>
  implement(app, importEndpoints, {
    "GET /dictionaries/{id}/imports": ({ member: { organizationId }, params, query }) =>
      listImports(deps, { organizationId, dictionaryId: params.id }, query),
    "POST /dictionaries/{id}/imports": (call) =>
      prepareImport(deps, writeOf(call), call.body, disconnectSignal(call.reply)),
    "GET /dictionaries/{id}/imports/{importId}": (call) => readImport(deps, keyOf(call)),
    "DELETE /dictionaries/{id}/imports/{importId}": (call) => cancelImport(deps, keyOf(call)),
    "GET /dictionaries/{id}/imports/{importId}/rows": (call) => {
      const { verdict, ...query } = call.query;
      return listRows(deps, keyOf(call), query, verdict);
    },
    "GET /dictionaries/{id}/imports/{importId}/errors": (call) => exportErrors(deps, keyOf(call)),
    "POST /dictionaries/{id}/imports/{importId}/commit": (call) => {
      const { transact, body, reply } = call;
      return commitImport(
        { ...deps, transact },
        importWriteOf(call),
        body,
        disconnectSignal(reply),
      );
    },
    "POST /dictionaries/{id}/imports/{importId}/revert": (call) =>
      revertImport({ ...deps, transact: call.transact }, importWriteOf(call)),
  });

type ImportParams = { params: { id: number; importId: number } };

function importWriteOf(call: Parameters<typeof writeOf>[0] & ImportParams): ImportWrite {
  return { ...writeOf(call), importId: call.params.importId };
}

function keyOf({
  member: { organizationId },
  params,
}: Pick<Call<unknown>, "member"> & ImportParams): ImportKey {
  return { organizationId, dictionaryId: params.id, importId: params.importId };
}
