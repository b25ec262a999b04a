import type { previewEndpoints } from "../../../domain/api/preview.ts";
import { members, type RouteRow } from "../routeRow.ts";

export const staffRows: Readonly<Record<keyof typeof previewEndpoints, RouteRow>> = {
  "POST /dictionaries/preview": {
    may: members,
    send: () => ({ url: "/api/v1/dictionaries/preview", body: { text: "会議の議事録" } }),
  },
};
