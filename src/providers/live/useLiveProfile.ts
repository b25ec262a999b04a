import { useQueryClient } from "@tanstack/react-query";
import { useDataProvider } from "ra-core";
import { useEffect, useEffectEvent, useState } from "react";
import { resourceTopic } from "../../../domain/events.ts";
import type { UserProfile } from "../../../domain/users.ts";
import type { ConsoleDataProvider } from "../dataProvider.ts";
import { userProfile, useUserProfile } from "../userProfile.ts";
import { createBundle } from "./bundle.ts";
import { useSubscribe } from "./useSubscribe.ts";

/** Keeps the profile as the server has it: the own flags, the own workspaces (spec 3). */
export function useLiveProfile(): void {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const queryClient = useQueryClient();
  const { userId } = useUserProfile();

  const readAgain = useEffectEvent(async () => {
    // Where it fails, the next event or the next connection asks again.
    const profile = await dataProvider.read<UserProfile>("users/me").catch(() => undefined);
    if (profile?.userId !== userId || !takeOver(profile)) return;
    // What a screen offers was decided by the flags of before.
    await queryClient.invalidateQueries({ queryKey: ["auth"] });
  });
  const [bundle] = useState(() => createBundle(() => readAgain()));
  useEffect(() => bundle.stop, [bundle]);
  useSubscribe(resourceTopic("users", userId), bundle.ask);
  useSubscribe(resourceTopic("workspaces"), bundle.ask);
}

/** Whether the profile was another one before. */
function takeOver(profile: UserProfile): boolean {
  const before = userProfile.get();
  if (same(before, profile)) return false;
  const { isDictionaryAdmin, updatedAt } = profile;
  if (same({ ...before, isDictionaryAdmin, updatedAt }, profile)) {
    userProfile.setDictionaryAdmin(isDictionaryAdmin);
  } else {
    userProfile.set(profile);
  }
  return true;
}

function same(one: UserProfile, other: UserProfile): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
