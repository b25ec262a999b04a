import { Resolver } from "node:dns/promises";
import type { ReceiverLimits } from "./context.ts";

/**
 * Asks name servers by a resolver of its own, for a limited time. Not by getaddrinfo, whose few slots the
 * whole process shares: dead name servers of others would keep the database from being found.
 */
export async function askNameServers<Answer>(
  { lookUpWithinMs, nameServers }: Omit<ReceiverLimits, "answersWithinMs">,
  ask: (resolver: Resolver) => Promise<Answer>,
): Promise<Answer> {
  const resolver = new Resolver();
  if (nameServers) resolver.setServers(nameServers);
  const timer = setTimeout(() => resolver.cancel(), lookUpWithinMs);
  try {
    return await ask(resolver);
  } finally {
    clearTimeout(timer);
  }
}
