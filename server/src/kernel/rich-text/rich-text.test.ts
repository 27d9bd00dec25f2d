import { describe, expect, test } from 'vitest';
import { cleanRichText, wordsOf } from './index.ts';

describe('rich text', () => {
  test('keeps the HTML of an editor', () => {
    const html =
      '<h2>Title</h2><p>One <strong>two</strong> <em>three</em> <u>four</u><br />five</p><ul><li><p>six</p></li></ul><blockquote><p>seven</p></blockquote><hr />';
    expect(cleanRichText(html)).toEqual({ html, pictureIds: [], isEmpty: false });
  });

  test.each([
    ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['a handler', '<p onclick="alert(1)" style="position:fixed" class="x" id="y">a</p>', '<p>a</p>'],
    ['a frame', '<iframe src="https://evil.example"></iframe><p>a</p>', '<p>a</p>'],
    ['drawn markup', '<svg onload="alert(1)"><a href="javascript:alert(1)">x</a></svg>', null],
    ['a form', '<form action="/x"><input name="a"><button>go</button></form>', 'go'],
    ['a style', '<style>body{display:none}</style>a', 'a'],
    ['an address that runs', '<a href="java\nscript:alert(1)">x</a>', null],
    ['an address of data', '<a href="data:text/html,x">x</a>', null],
    ['an address without scheme', '<a href="//evil.example">x</a>', null],
    ['a foreign picture', '<p>a<img src="https://evil.example/pixel.gif" onerror="alert(1)"></p>', '<p>a</p>'],
    ['a broken tag', '<img src=x onerror=alert(1)//', ''],
    ['a comment', 'a<!--[if IE]><script>alert(1)</script><![endif]-->', 'a'],
    ['a template', '<template><img src=x onerror=alert(1)></template>a', 'a'],
  ])('loses %s', (_what, wild, left) => {
    const { html } = cleanRichText(wild);
    if (left !== null) expect(html).toBe(left);
    expect(html).not.toMatch(/javascript|data:|evil|onerror|onload|alert/i);
    expect(cleanRichText(html).html).toBe(html);
  });

  test('opens links in a new window without a referrer', () => {
    expect(cleanRichText('<a href="https://example.com/a?b=1&amp;c=2" target="_self">x</a>').html).toBe(
      '<a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">x</a>',
    );
  });

  test('knows its pictures by the numbers of their files, each once', () => {
    const { html, pictureIds, isEmpty } = cleanRichText(
      '<img data-file="7" src="blob:x" alt="a" width="300"><img data-file="12"><img data-file="7"><img data-file="x1"><img data-file="0">',
    );
    expect(pictureIds).toEqual([7n, 12n]);
    expect(html).toBe(
      '<img data-file="7" alt="a" width="300" /><img data-file="12" alt="" /><img data-file="7" alt="" />',
    );
    expect(isEmpty).toBe(false);
  });

  test.each(['', '<p></p>', '<p> &nbsp; <br></p>', '<script>x</script>', '<img src="x">'])('is empty: %s', (html) => {
    expect(cleanRichText(html).isEmpty).toBe(true);
  });

  test('gives its words in one line, with a space between blocks', () => {
    expect(wordsOf('<h2>Fees &amp; limits</h2><ul><li><p>one <b>two</b></p></li><li><p>a &lt; b</p></li></ul>')).toBe(
      'Fees & limits one two a < b',
    );
  });
});
