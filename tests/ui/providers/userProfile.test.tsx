import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import {
  NO_PROFILE,
  userProfile,
  useUserProfile,
} from "../../../src/providers/signIn/userProfile.ts";

const profile = {
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-02-01T00:00:00Z",
  email: "staff@example.com",
  userName: "一般 太郎",
  userId: "u1",
  organizationId: 1,
  organizationName: "デモ株式会社",
  isDictionaryAdmin: false,
  isOrganizationAdmin: true,
  isSystemAdmin: false,
  lastSelectedWorkspaceId: 4,
  lastSelectedWorkspaceName: "第一",
  workspaces: [{ workspaceId: 4, workspaceName: "第一", isMember: true }],
};

beforeEach(() => userProfile.clear());

describe("the user profile", () => {
  it("begins, and ends at sign-out, with every field empty, false, 0 or an empty list", () => {
    const empty = {
      createdAt: "",
      updatedAt: "",
      email: "",
      userName: "",
      userId: "",
      organizationId: 0,
      organizationName: "",
      isDictionaryAdmin: false,
      isOrganizationAdmin: false,
      isSystemAdmin: false,
      lastSelectedWorkspaceId: 0,
      lastSelectedWorkspaceName: "",
      workspaces: [],
    };
    expect(userProfile.get()).toEqual(empty);
    userProfile.set(profile);
    expect(userProfile.get()).toEqual(profile);
    userProfile.clear();
    expect(userProfile.get()).toEqual(empty);
    expect(NO_PROFILE).toEqual(empty);
  });

  it("can change the dictionary-admin flag alone", () => {
    userProfile.set(profile);
    userProfile.setDictionaryAdmin(true);
    expect(userProfile.get()).toEqual({ ...profile, isDictionaryAdmin: true });
    userProfile.setDictionaryAdmin(false);
    expect(userProfile.get()).toEqual(profile);
  });

  it("renders its readers again", () => {
    function Name() {
      return <p>{useUserProfile().userName || "だれもいません"}</p>;
    }
    render(<Name />);
    expect(screen.getByText("だれもいません")).toBeVisible();
    act(() => userProfile.set(profile));
    expect(screen.getByText("一般 太郎")).toBeVisible();
  });
});
