/** A service that we depend on does not answer: server and sign-in page say it alike. */
export const awaySentence = (wait: string) =>
  `現在サービスに接続できません。${wait}お試しください。`;

/** Where nobody knows how long. */
export const SOME_TIME = "しばらくしてから";
