import { useEffect, useState } from "react";
import { holderOf, type LockHolder } from "../../../providers/data/locks.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import type { DictionaryRecord } from "../../records.ts";

const LETTING_GO_MS = 1_000;

/**
 * The holder of a dictionary's lock. The user's own lock counts only after a second, because a user
 * who comes back from the edit page is just releasing it.
 */
export function useHolder(dictionary: DictionaryRecord): LockHolder | null {
  const { userId } = useUserProfile();
  const holder = holderOf(dictionary, userId);
  const isMe = holder?.isMe ?? false;
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(isMe), isMe ? LETTING_GO_MS : 0);
    return () => clearTimeout(timer);
  }, [isMe]);
  return isMe && !settled ? null : holder;
}
