import { previewEndpoints } from "../../../domain/api/health.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { previewChange } from "./service/previewChange.ts";
import { previewText } from "./service/previewText.ts";

export const previewRoutes: AreaRoutes = (app, deps) =>
  implement(app, previewEndpoints, {
    "POST /dictionaries/preview": ({ member, body }) => previewText(deps, member, body),
    "POST /dictionaries/{id}/preview": ({ member, params, body }) =>
      previewChange(deps, { ...member, dictionaryId: params.id }, body),
  });
