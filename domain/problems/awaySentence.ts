/** A service that we depend on does not answer; for the server and the sign-in page. */
export const awaySentence = (wait: string) =>
  `現在サービスに接続できません。${wait}お試しください。`;

/** The value of `wait` if the time is unknown. */
export const SOME_TIME = "しばらくしてから";
