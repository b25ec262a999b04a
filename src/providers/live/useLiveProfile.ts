import { useEffect, useEffectEvent, useState } from "react";
import { resourceTopic } from "../../../domain/events.ts";
import { useReloadProfile } from "../signIn/useReloadProfile.ts";
import { useUserProfile } from "../signIn/userProfile.ts";
import { createBundle } from "./bundle.ts";
import { useSubscribe } from "./useSubscribe.ts";

/**
 * Reloads the profile when the user's flags or workspaces change (docs/product/people.md#profile).
 */
export function useLiveProfile(): void {
  const { userId } = useUserProfile();
  // After another error than a refusal the next event or connection tries again.
  const readAgain = useEffectEvent(useReloadProfile());
  const [bundle] = useState(() => createBundle(() => readAgain({ unasked: true })));
  useEffect(() => bundle.stop, [bundle]);
  useSubscribe(resourceTopic("users", userId), bundle.ask);
  useSubscribe(resourceTopic("workspaces"), bundle.ask);
}
