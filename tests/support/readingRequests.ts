import type { TestApi } from "./api.ts";

export const READINGS = "/api/v1/readings";
export const ADMIN_READINGS = "/admin/api/v1/readings";

/** Waits until the analyser has its dictionary, which on a busy machine takes longer than an answer may. */
export async function analyserIsLoaded(
  api: TestApi,
  own: { organizationId: number },
): Promise<void> {
  const staff = api.as(await api.aUser(own));
  const ask = () => staff.post(READINGS, { surfaces: ["議事録"] });
  for (let { status } = await ask(); status === 503; { status } = await ask());
}
