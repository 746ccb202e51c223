"""Signatures of botocore for requests of buckets.

    pip install botocore && python tests/js/buckets/signatures.vectors.py > tests/js/buckets/signatures.vectors.json
"""

import datetime
import json
from unittest import mock
from urllib.parse import quote

from botocore import auth
from botocore.awsrequest import AWSRequest
from botocore.config import Config
from botocore.credentials import Credentials

NOW = datetime.datetime(2026, 11, 27, 9, 30, 15, tzinfo=datetime.timezone.utc)
KEYS = ["image.asdf", "night 1/a+b (2).asdf", "ü/日本/'q'!*.asdf", "a=b&c;d,e:f@g$h~i.asdf", "%41/100%.asdf", "//double//slash", "[x]^`{|}.asdf"]
LISTS = ["list-type=2&encoding-type=url&prefix=night%201%2F&delimiter=%2F", "list-type=2&encoding-type=url&prefix=%C3%BC%2Ba%2F%3D"]


def signed(url: str, region: str, token: str | None) -> dict[str, str]:
    request = AWSRequest("GET", url)
    request.context["client_config"] = Config(s3={"payload_signing_enabled": False})
    with mock.patch.object(auth, "get_current_datetime", return_value=NOW, create=True):
        auth.S3SigV4Auth(Credentials("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCY", token), "s3", region).add_auth(request)
    return {"url": url, "region": region, "token": token or "", "authorization": request.headers["Authorization"], "date": request.headers["X-Amz-Date"]}


host = "https://bucket.s3.eu-west-1.amazonaws.com/"
cases = [{"key": key, **signed(host + quote(key, safe="/-._~"), "eu-west-1", None)} for key in KEYS]
cases += [{"query": query, **signed(f"{host}?{query}", "eu-west-1", "session/token+==")} for query in LISTS]
print(json.dumps(cases, indent=1, ensure_ascii=False))
