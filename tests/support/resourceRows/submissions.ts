import type {
  adminSubmissionEndpoints,
  submissionEndpoints,
} from "../../../domain/api/submissions.ts";
import { at, everyone, type RouteRow, systemAdmin } from "../routeRow.ts";
import { SUBMISSIONS } from "../submissions.ts";

export const staffRows: Readonly<Record<keyof typeof submissionEndpoints, RouteRow>> = {
  "GET /submissions": { may: everyone, send: at(`${SUBMISSIONS.staff}?key=unknown`) },
};

export const adminRows: Readonly<Record<keyof typeof adminSubmissionEndpoints, RouteRow>> = {
  "GET /submissions": { may: systemAdmin, send: at(`${SUBMISSIONS.admin}?key=unknown`) },
};
