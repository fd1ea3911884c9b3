"""Chinese reports of the recorded machines hold no English sentences."""
import concurrent.futures
import tomllib

import blackbox
from blackbox import ROOT, is_english, path_for, run


def texts_of(report):
    """What a person reads of a report, but for commands."""
    for finding in report["findings"]:
        yield from (finding["title"], finding["why"])
        yield from (step["text"] for step in finding["fix"])
        yield from (f"{one['source']}: {one['text']}" for one in finding["evidence"])
    yield from (one["reason"] for one in report["unknown"])


class Chinese(blackbox.TestCase):
    def test_no_case_is_told_in_english_sentences(self):
        def english_of(case):
            arguments = tomllib.loads((case / "expect.toml").read_text(encoding="utf-8")).get("args", [])
            report, _ = self.report("doctor", "--machine", path_for(case), "--lang", "zh", *arguments)
            return {text for text in texts_of(report) if is_english(text)}

        cases = sorted(path.parent for path in (ROOT / "cases").glob("*/expect.toml"))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            self.assertEqual(sorted(set().union(*pool.map(english_of, cases))), [])

    def test_english_is_seen(self):
        self.assertTrue(is_english("catalog: has no list of architectures"))
        self.assertFalse(is_english("显卡上运行会报 “no kernel image is available”"))


if __name__ == "__main__":
    blackbox.main()
