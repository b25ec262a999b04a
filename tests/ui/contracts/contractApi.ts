import { HttpResponse } from "msw";

export function problem(status: number, code: string, message: string, extra: object = {}) {
  return HttpResponse.json({ status, code, message, requestId: "r", ...extra }, { status });
}
