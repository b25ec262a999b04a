import { useEffect, useEffectEvent, useState } from "react";
import { resourceTopic } from "../../../domain/events.ts";
import { useReloadProfile } from "../useReloadProfile.ts";
import { useUserProfile } from "../userProfile.ts";
import { createBundle } from "./bundle.ts";
import { useSubscribe } from "./useSubscribe.ts";

/** Keeps the profile as the server has it: the own flags, the own workspaces (spec 3). */
export function useLiveProfile(): void {
  const { userId } = useUserProfile();
  // Where it fails, the next event or the next connection asks again.
  const readAgain = useEffectEvent(useReloadProfile());
  const [bundle] = useState(() => createBundle(() => readAgain()));
  useEffect(() => bundle.stop, [bundle]);
  useSubscribe(resourceTopic("users", userId), bundle.ask);
  useSubscribe(resourceTopic("workspaces"), bundle.ask);
}
