import type { TestApi } from "./api.ts";

/** A sign-in of a user on another device, long ago but not ended; returns its id. */
export async function aSignIn(
  { db }: Pick<TestApi, "db">,
  { userId }: { userId: string },
  values: { lastSeenAt?: Date; address?: string; userAgent?: string } = {},
): Promise<number> {
  const { lastSeenAt = new Date(), address = "198.51.100.7", userAgent = "curl/8.5.0" } = values;
  const { sign_in_id } = await db
    .insertInto("sign_ins")
    .values({
      user_id: userId,
      signed_in_at: someTimeAgo(),
      last_seen_at: lastSeenAt,
      address,
      user_agent: userAgent,
    })
    .returning("sign_in_id")
    .executeTakeFirstOrThrow();
  return sign_in_id;
}

/** A whole second of the last 100 days but the last, as the identity service states them. */
function someTimeAgo(): Date {
  const day = 86_400;
  const seconds = Math.floor(Date.now() / 1_000) - day - Math.floor(Math.random() * 99 * day);
  return new Date(seconds * 1_000);
}
