import { previewEndpoints } from "../../../domain/api/preview.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { previewText } from "./service/previewText.ts";

export const previewRoutes: AreaRoutes = (app, deps) =>
  implement(app, previewEndpoints, {
    "POST /dictionaries/preview": ({ member, body }) => previewText(deps, member, body),
  });
