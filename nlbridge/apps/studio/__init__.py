"""How does a person look at a reading, correct it, and judge rewrites in a browser?

In: texts, and a person's actions on them.
Out: a page on this machine, and the same answers over HTTP for programs.

| room | answers |
|---|---|
| `nlbridge.apps.studio.document` | What can a person do to a text and its reading? |
| `nlbridge.apps.studio.projects` | Which texts are under review, and with what result? |
| `nlbridge.apps.studio.rewrites` | How are many rewrites judged, sorted and compared? |
| `nlbridge.apps.studio.service` | How does the server answer over HTTP? |
| `nlbridge.apps.studio.views` | What does a page show? |

The page itself is in `static/`: files for the browser, not modules.
"""
